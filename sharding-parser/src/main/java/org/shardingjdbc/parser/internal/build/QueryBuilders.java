package org.shardingjdbc.parser.internal.build;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.Contract;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.LimitPartContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.OrderByClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.QueryContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.SelectItemsContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ValuesRowContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.WhereClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.WriteStatementContext;

/** What the builders of clauses ask for when a query, or a clause that queries have too, stands inside of theirs. */
interface QueryBuilders {
    Query query(QueryContext context);

    /** A statement that writes, inside of another one. */
    Statement write(@Nullable With with, WriteStatementContext context);

    /** Null for null, as those below. */
    @Contract("!null -> !null")
    @Nullable
    Clause where(@Nullable WhereClauseContext context);

    @Contract("!null -> !null")
    @Nullable
    OrderBy orderBy(@Nullable OrderByClauseContext context);

    /** What adjacent LIMIT, OFFSET and FETCH say together; null for none. */
    @Nullable
    Limit limit(List<LimitPartContext> parts);

    List<SelectItem> items(SelectItemsContext context);

    List<InsertRow> rows(List<ValuesRowContext> contexts);

    /** A row of values; its span starts at the parenthesis. */
    InsertRow row(ValuesRowContext context);
}
