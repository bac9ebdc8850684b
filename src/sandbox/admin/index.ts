/** The admin address of a sandbox. */
export { answerAdmin } from "./admin.js";
export type { AdminAnswer, AdminRequest } from "./answer.js";
export type { Control } from "./control.js";
