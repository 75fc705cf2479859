/** The page that shows the OpenAPI document. */
export const PAGE_PATH = "/docs";
