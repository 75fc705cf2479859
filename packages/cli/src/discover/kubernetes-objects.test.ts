import { describe, expect, test } from "vitest";
import { KUBERNETES_LISTS } from "./kubernetes-objects.ts";

function read(kind: string, item: unknown) {
  const list = KUBERNETES_LISTS.find((each) => each.kind === kind);
  if (!list) throw new Error(`${kind} is not read`);
  return list.read(kind, item);
}

const on = { "vedette.dev/monitor": "true" };

describe("objects of Kubernetes", () => {
  test("an Ingress makes a monitor for each host, with https where it has a certificate", () => {
    const { monitors, faults } = read("Ingress", {
      metadata: { name: "web", namespace: "shop", annotations: { ...on, "vedette.dev/interval": "30s" } },
      spec: {
        tls: [{ hosts: ["shop.example"] }],
        rules: [
          { host: "shop.example", http: { paths: [{ path: "/app" }] } },
          { host: "old.shop.example" },
          { host: "*.shop.example" },
        ],
      },
    });
    expect(faults).toEqual([]);
    expect(monitors).toEqual([
      {
        key: "ingress/shop/web",
        origin: "Ingress shop/web",
        fields: { name: "shop/web", type: "url", url: "https://shop.example/app", interval: "30s" },
      },
      {
        key: "ingress/shop/web#2",
        origin: "Ingress shop/web",
        fields: { name: "shop/web", type: "url", url: "http://old.shop.example/", interval: "30s" },
      },
    ]);
  });

  test("an HTTPRoute, a Service and a Monitor make one each", () => {
    const named = { name: "api", namespace: "shop", annotations: on };
    const route = read("HTTPRoute", { metadata: named, spec: { hostnames: ["api.shop.example"] } });
    const service = read("Service", {
      metadata: named,
      spec: {
        ports: [
          { port: 53, protocol: "UDP" },
          { port: 5432, protocol: "TCP" },
        ],
      },
    });
    const own = read("Monitor", {
      metadata: named,
      spec: { type: "ping", host: "10.0.0.1", interval: "1m" },
    });
    expect([route, service, own].map(({ monitors }) => monitors[0])).toMatchObject([
      { key: "httproute/shop/api", fields: { type: "url", url: "https://api.shop.example/" } },
      { key: "service/shop/api", fields: { type: "tcp", host: "api.shop.svc", port: 5432 } },
      { key: "monitor/shop/api", fields: { type: "ping", host: "10.0.0.1", interval: "1m" } },
    ]);
  });

  test("without the annotation are ignored, and annotated ones without an address are faults", () => {
    expect(read("Service", { metadata: { name: "a" }, spec: {} })).toEqual({ monitors: [], faults: [] });
    const { faults } = read("Ingress", { metadata: { name: "a", annotations: on }, spec: {} });
    expect(faults).toEqual([
      { origin: "Ingress default/a", message: "has no host or port to check; set vedette.dev/url" },
    ]);
  });

  test("of another shape are faults, and long names have keys of at most 64 characters", () => {
    expect(read("Ingress", { metadata: { name: 7 } }).faults).toHaveLength(1);
    const spec = { type: "url", url: "https://a.example/" };
    const [a, b] = ["a", "b"].map((end) => {
      const found = read("Monitor", {
        metadata: { name: `${"n".repeat(80)}${end}`, namespace: "shop" },
        spec,
      });
      return found.monitors[0]?.key ?? "";
    });
    expect([a?.length, b?.length]).toEqual([64, 64]);
    expect(a).not.toBe(b);
  });
});
