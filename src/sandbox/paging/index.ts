export { type Condition, contains, createValues, equals, isOfView, isOneOf } from "./conditions.js";
export { BY_UPDATE, listPage, type Ordering } from "./listing.js";
