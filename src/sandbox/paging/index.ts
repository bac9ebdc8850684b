export { type ListOrdering, listPage, UPDATED_AT_ASCENDING } from "./list-page.js";
export {
  createBindings,
  type SqlCondition,
  whereContains,
  whereEquals,
  whereIn,
  whereInView,
} from "./sql-conditions.js";
