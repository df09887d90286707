/** A read API over stocks; every request makes many small reads and holds its connection while it waits. */
package dev.poolfit.demo.stock;
