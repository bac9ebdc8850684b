/** Stands for a value that a list of known ones may be extended by; nobody else would call anything so. */
export const BEYOND_WHAT_IS_KNOWN = "BEYOND_WHAT_IS_KNOWN";
