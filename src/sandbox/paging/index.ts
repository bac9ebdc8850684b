export { listPage } from "./list-page.js";
export { createListResponse } from "./list-response.js";
export { type ListOrdering, UPDATED_AT_ASCENDING } from "./select-rows.js";
export {
  createBindings,
  type SqlCondition,
  whereContains,
  whereEquals,
  whereIn,
  whereInView,
} from "./sql-conditions.js";
