/** Suggests spec edits that document drift, as text, as a diff or as an OpenAPI Overlay. Writes no files. */

export { type FixableFinding, planFix } from "./fix-finding.js";
export { createApiOrigins } from "./infer/api-origins.js";
export { createEmptySpec, inferSpec } from "./infer/infer-spec.js";
export { createServerPathResolver, type ServerPathResolver } from "./infer/server-path.js";
export { createPathCollector, type UndocumentedPath } from "./infer/undocumented-paths.js";
export { applyEdits, insertAddition, serializeFile } from "./insert-addition.js";
export { createOpenQuestionCounter, type OpenQuestion } from "./open-questions.js";
export { suggestAdditions } from "./suggest-additions.js";
export { suggestOperations } from "./suggest-operations.js";
export { createOverlay, type Suggestion } from "./suggestion.js";
export { createTrafficObservations } from "./traffic-observations.js";
export { formatNewFileDiff, formatUnifiedDiff } from "./unified-diff.js";
