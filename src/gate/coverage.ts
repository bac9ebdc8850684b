/** What coverage is counted of. */
export type CoverageKind =
  | "operations"
  | "statuses"
  | "mediaTypes"
  | "parameters"
  | "properties"
  | "values"
  | "branches";
