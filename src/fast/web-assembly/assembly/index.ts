export { match } from "./match";
