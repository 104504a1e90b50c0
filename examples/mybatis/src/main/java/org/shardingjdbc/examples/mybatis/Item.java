package org.shardingjdbc.examples.mybatis;

import com.baomidou.mybatisplus.annotation.FieldStrategy;
import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableField;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.annotation.Version;

/** A product in an order, as MyBatis-Plus maps it. */
@TableName("t_order_item")
public class Item {
    /** {@code AUTO}: made by the key generator of sharding.yaml, not by MyBatis-Plus. */
    @TableId(type = IdType.AUTO)
    private Long itemId;

    @TableField(updateStrategy = FieldStrategy.NEVER)
    private Long orderId;

    /** Sharding columns are never updated. */
    @TableField(updateStrategy = FieldStrategy.NEVER)
    private Integer userId;

    private String product;

    private Integer quantity;

    @Version
    private Integer version;

    /** For MyBatis. */
    protected Item() {}

    Item(Order order, String product, int quantity) {
        this.orderId = order.orderId();
        this.userId = order.userId();
        this.product = product;
        this.quantity = quantity;
        this.version = 0;
    }

    /** For MyBatis-Plus, which finds columns by their getters. */
    public Long getItemId() {
        return itemId;
    }

    /** The sharding column. */
    public Integer getUserId() {
        return userId;
    }

    /** How many. */
    public Integer getQuantity() {
        return quantity;
    }

    /** What. */
    public String getProduct() {
        return product;
    }

    void setQuantity(int quantity) {
        this.quantity = quantity;
    }

    @Override
    public String toString() {
        return quantity + " " + product;
    }
}
