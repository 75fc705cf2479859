/** The placeholder of the ID in `trace_url_template`. Loads no validation, so that every page of the dashboard can use it. */
export const TRACE_ID_PLACE = "{trace_id}";
