/** Limits of a selector, separate from its schema so that a client can import only these. */
export const SELECTOR_TARGETS_MAX = 500;
export const SELECTOR_GROUPS_MAX = 100;
