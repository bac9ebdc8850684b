export { accepts } from "./accept";
export { match } from "./match";
export { getRecordsEnd } from "./records";
