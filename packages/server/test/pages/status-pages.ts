import type { PageComponent } from "@vedette/contract/status-pages/page-components.ts";
import type { PageIncident } from "@vedette/contract/status-pages/page-incidents.ts";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { makeOrg, type TestApp, type TestOrg } from "../app.ts";

/** Status pages of one organization, made through the API. */
export type PageMaker = {
  org: TestOrg;
  send(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    payload?: object,
  ): ReturnType<TestApp["call"]>;
  /** Creates a published page with a slug of its own. */
  page(fields?: object): Promise<StatusPage>;
  component(page: { id: string }, fields?: object): Promise<PageComponent>;
  incident(page: { id: string }, fields?: object): Promise<PageIncident>;
  monitor(fields?: object): Promise<string>;
};

let made = 0;

export async function pageMaker(running: TestApp): Promise<PageMaker> {
  const org = await makeOrg(running.database);
  const send: PageMaker["send"] = (method, path, payload) =>
    running.call(org.keys.admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) });
  const make = async <T>(path: string, payload: object): Promise<T> => {
    const response = await send("POST", path, payload);
    if (response.statusCode !== 201) throw new Error(`POST ${path} answered ${response.body}`);
    return response.json().data;
  };
  return {
    org,
    send,
    page: (fields = {}) => {
      made += 1;
      return make("/status-pages", { slug: `page-${made}`, title: "Example", published: true, ...fields });
    },
    component: ({ id }, fields = {}) =>
      make(`/status-pages/${id}/components`, { name: "Website", ...fields }),
    incident: ({ id }, fields = {}) =>
      make(`/status-pages/${id}/incidents`, { title: "Slow", message: "We look into it.", ...fields }),
    monitor: async (fields = {}) => {
      const monitor = { name: "Shop", type: "url", url: "https://shop.example/", ...fields };
      return (await make<{ id: string }>("/monitors", monitor)).id;
    },
  };
}
