/** A list of study groups through JPA, whose view is rendered after the transaction while the connection is held. */
package dev.poolfit.demo.studies;
