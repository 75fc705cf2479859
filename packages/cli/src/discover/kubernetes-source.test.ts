import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kubernetesSource } from "./kubernetes-source.ts";

/** An API server that answers what a cluster answered: Ingresses in two pages, and no HTTPRoutes and Monitors. */
const on = { "vedette.dev/monitor": "true" };
const ingress = (name: string) => ({
  metadata: { name, namespace: "shop", uid: "5a1f", resourceVersion: "812", annotations: on },
  spec: {
    ingressClassName: "nginx",
    rules: [{ host: `${name}.example`, http: { paths: [{ path: "/", pathType: "Prefix" }] } }],
  },
});
const LISTS: Record<string, unknown> = {
  "/apis/networking.k8s.io/v1/ingresses?limit=500": {
    kind: "IngressList",
    metadata: { resourceVersion: "900", continue: "eyJ2IjoibWV0YSJ9", remainingItemCount: 1 },
    items: [ingress("web")],
  },
  "/apis/networking.k8s.io/v1/ingresses?limit=500&continue=eyJ2IjoibWV0YSJ9": {
    kind: "IngressList",
    metadata: { resourceVersion: "900" },
    items: [ingress("api")],
  },
  "/api/v1/services?limit=500": { kind: "ServiceList", metadata: { resourceVersion: "900" }, items: [] },
  "/api/v1/namespaces/shop/services?limit=500": { kind: "ServiceList", metadata: {}, items: [] },
};

const requests: { url: string; authorization: string | undefined }[] = [];
const server = createServer((request, response) => {
  requests.push({ url: request.url ?? "", authorization: request.headers.authorization });
  const answer = LISTS[request.url ?? ""];
  response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
  response.end(
    JSON.stringify(answer ?? { kind: "Status", status: "Failure", reason: "NotFound", code: 404 }),
  );
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

function sourceOf(namespace?: string) {
  const { port } = server.address() as AddressInfo;
  const apiServer = `http://127.0.0.1:${port}`;
  return kubernetesSource({ apiServer, tokenFile: "/absent", caFile: "/absent", namespace }, {});
}

test("reads all pages of the kinds that the cluster has", async () => {
  const { monitors, faults } = await sourceOf().read(AbortSignal.timeout(10_000));
  expect(monitors.map(({ key }) => key)).toEqual(["ingress/shop/web", "ingress/shop/api"]);
  expect(faults).toEqual([]);
});

test("reads one namespace only if asked to", async () => {
  requests.length = 0;
  await sourceOf("shop").read(AbortSignal.timeout(10_000));
  expect(requests.every(({ url }) => url.includes("/namespaces/shop/"))).toBe(true);
});

test("needs the address of an API server outside of a cluster", () => {
  const nothing = { apiServer: undefined, tokenFile: undefined, caFile: undefined, namespace: undefined };
  expect(() => kubernetesSource(nothing, {})).toThrow("--api-server");
  expect(() => kubernetesSource(nothing, { KUBERNETES_SERVICE_HOST: "fd00::1" })).not.toThrow();
});
