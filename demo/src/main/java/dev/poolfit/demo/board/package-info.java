/** Three read APIs over one million rows, whose queries keep the database busy. */
package dev.poolfit.demo.board;
