/** A write API: each request is a transaction of inserts and of counters that others count on, too. */
package dev.poolfit.demo.posts;
