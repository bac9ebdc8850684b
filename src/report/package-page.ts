/** Returns the path of a page of docs/ for messages: users have the pages in the installed package. */
export function getPackagePage(name: string): string {
  return `node_modules/commerce-contract/docs/${name}`;
}
