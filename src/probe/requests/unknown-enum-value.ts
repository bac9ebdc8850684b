/** A value that is unlikely to be in any extensible enum. */
export const UNKNOWN_ENUM_VALUE = "BEYOND_WHAT_IS_KNOWN";
