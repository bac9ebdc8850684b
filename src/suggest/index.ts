/** From drift to edits of the description: what to add where, as text, as a diff or as an overlay. Nothing is written. */
export { diffOfNew, unifiedDiff } from "./diff.js";
export { fileText } from "./file-text.js";
export { emptyDescription, newDescription } from "./infer/new-description.js";
export { createPathsFound, type NewPath, type PathsFound } from "./infer/new-paths.js";
export { createOwnOrigins } from "./infer/own-origins.js";
export { createPlaces, type ReadPlace } from "./infer/places.js";
export { insert } from "./insert.js";
export { newOperations } from "./new-operations.js";
export { createOpenPoints, type OpenPoint, type OpenPoints } from "./open-points.js";
export { overlay } from "./overlay.js";
export { createSeen, type Seen } from "./seen.js";
export { suggest } from "./suggest.js";
export type { Suggestion } from "./suggestion.js";
