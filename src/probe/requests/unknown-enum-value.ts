/** Stands for a value that a list of known ones may be extended by; nobody else would call anything so. */
export const UNKNOWN_ENUM_VALUE = "BEYOND_WHAT_IS_KNOWN";
