package org.shardingjdbc.examples.mybatis;

import java.util.List;
import java.util.Map;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;

/** The orders; the SQL is in mapper/OrderMapper.xml. */
@Mapper
interface OrderMapper {
    int insertAll(@Param("orders") List<Order> orders);

    /**
     * @param userIds null or empty for all
     * @param status null for all
     */
    List<Order> find(@Param("userIds") List<Integer> userIds, @Param("status") String status);

    List<Order> withItems(@Param("userId") int userId);

    List<Map<String, Object>> totals();

    int pay(@Param("userId") int userId);
}
