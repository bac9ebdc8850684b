export { getListFacts, type ListFacts, type ListStyle, readStatements } from "./list-facts.js";
export { findOnlyArray } from "./list-links.js";
export { listItemSchemas, listPageSchemas } from "./locations.js";
export { getSelections, readSelections, type Selection } from "./selections.js";
export { findUnknownInList, findUnknownInSelections } from "./unknown-names.js";
