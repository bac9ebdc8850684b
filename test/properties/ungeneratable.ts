/** A value cannot be generated. The exchange is skipped and counted. */
export class Ungeneratable extends Error {}
