package org.shardingjdbc.benchmarks.macro;

import java.math.BigDecimal;
import java.util.Random;

/** Chance as TPC-C wants it: mostly not uniform, so that some rows are asked for more than others. For one thread. */
final class TpccRandom {
    private static final String[] SYLLABLES = {
        "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
    };
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    /** Constants of the non-uniform choice. Those of loading and running must differ by 65 to 119. */
    private static final int NAME_LOADING = 157;

    private static final int NAME_RUNNING = 223;
    private static final int CUSTOMER = 259;
    private static final int ITEM = 7911;

    private final Random random;

    TpccRandom(long seed) {
        this.random = new Random(seed);
    }

    /** Both bounds are included. */
    int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    boolean percent(int chance) {
        return random.nextInt(100) < chance;
    }

    /** @param scale digits behind the point */
    BigDecimal decimal(int low, int high, int scale) {
        return BigDecimal.valueOf(between(low, high), scale);
    }

    private int uneven(int spread, int constant, int low, int high) {
        return ((between(0, spread) | between(low, high)) + constant) % (high - low + 1) + low;
    }

    int customer(TpccScale scale) {
        return uneven(1023, CUSTOMER, 1, scale.customers());
    }

    int item(TpccScale scale) {
        return uneven(8191, ITEM, 1, scale.items());
    }

    /** The last name of a customer who exists. */
    String lastName(TpccScale scale) {
        return lastName(uneven(255, NAME_RUNNING, 0, Math.min(scale.customers(), 1000) - 1));
    }

    /** The last name that a customer gets. */
    String lastNameOf(int customer) {
        return lastName(customer <= 1000 ? customer - 1 : uneven(255, NAME_LOADING, 0, 999));
    }

    private static String lastName(int number) {
        return SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10];
    }

    String letters(int shortest, int longest) {
        return text(LETTERS.length(), between(shortest, longest));
    }

    String digits(int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) ('0' + random.nextInt(10)));
        }
        return text.toString();
    }

    private String text(int letters, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(LETTERS.charAt(random.nextInt(letters)));
        }
        return text.toString();
    }

    String state() {
        return text(26, 2);
    }

    String zip() {
        return digits(4) + "11111";
    }

    /** Data of an item or of stock; every tenth has the word ORIGINAL in it. */
    String data() {
        String text = letters(26, 50);
        if (!percent(10)) {
            return text;
        }
        int at = between(0, text.length() - 8);
        return text.substring(0, at) + "ORIGINAL" + text.substring(at + 8);
    }

    /** The numbers from 1 in a chance order. */
    int[] permutation(int count) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            numbers[i] = numbers[other];
            numbers[other] = i + 1;
        }
        return numbers;
    }
}
