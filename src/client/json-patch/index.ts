export { type AmountsPath, type AmountsTokens, type Patch, patch, type ValueAt } from "./patch.js";
