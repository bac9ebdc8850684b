/** Where generating stops being possible: the exchange is then left out, and counted. */
export class Ungeneratable extends Error {}
