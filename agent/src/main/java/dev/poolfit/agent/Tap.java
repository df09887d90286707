package dev.poolfit.agent;

/** Sees all that one connection of a pool sends, until it is removed. */
interface Tap {
    /** Returns whether it is still where it was put; a driver that connects again makes objects of its own. */
    boolean stands();

    /** Puts back what was there; a statement on its way is handed on. */
    void remove();
}
