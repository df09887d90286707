/** The sample data of the studies. */
package dev.poolfit.demo.data;
