\dt
\dt t_*
\d t_value
\d+ t_value
\di
\dn
\dv
\d nowhere
