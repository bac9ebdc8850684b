/** What the page uses of the browser beside its elements. */
export const pageDocument = document;
export const runLater = (then: () => void) => setTimeout(then, 0);
export const addWindowListener = (type: string, listener: () => void): void => addEventListener(type, listener);
