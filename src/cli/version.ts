export { ownTool } from "../library/own-tool.js";
