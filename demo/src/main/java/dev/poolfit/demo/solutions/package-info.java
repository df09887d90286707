/** A list filtered by tags, whose query is the bottleneck until it is mended. */
package dev.poolfit.demo.solutions;
