export { items, type Listing, type Page, pages } from "./pages.js";
