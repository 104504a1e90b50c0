package org.shardingjdbc.examples.mybatis;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import org.apache.ibatis.annotations.Mapper;

/** The items; MyBatis-Plus writes the SQL. */
@Mapper
interface ItemMapper extends BaseMapper<Item> {}
