export { items, type Listing, type Page, pages } from "./pages.js";
export { PagingError } from "./paging-error.js";
