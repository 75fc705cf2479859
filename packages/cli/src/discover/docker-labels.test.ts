import { describe, expect, test } from "vitest";
import { type Container, monitorsOfContainers } from "./docker-labels.ts";

function container(name: string, labels: Record<string, string>): Container {
  return { id: "a1b2c3d4e5f6", name, labels, ip: "10.88.0.7" };
}

describe("labels of containers", () => {
  test("are the fields of monitors, each in the type of its field", () => {
    const { monitors, faults } = monitorsOfContainers([
      container("web", {
        "vedette.home.url": "https://shop.example/",
        "vedette.home.interval": "30s",
        "vedette.home.timeout": "5",
        "vedette.home.tags": "shop, prod",
        "vedette.home.verify_tls": "false",
        "vedette.home.headers.X-Key": "1",
        "vedette.home.assertions": '[{"type":"status_code","operator":"equals","value":200}]',
        "vedette.db.type": "tcp",
        "vedette.db.host": "$" + "{ip}",
        "vedette.db.port": "5432",
        "com.example.other": "x",
      }),
    ]);
    expect(faults).toEqual([]);
    expect(monitors).toEqual([
      { key: "db", origin: "container web", fields: { type: "tcp", host: "10.88.0.7", port: 5432 } },
      {
        key: "home",
        origin: "container web",
        fields: {
          type: "url",
          url: "https://shop.example/",
          interval: "30s",
          timeout: 5,
          tags: ["shop", "prod"],
          verify_tls: false,
          headers: { "X-Key": "1" },
          assertions: [{ type: "status_code", operator: "equals", value: 200 }],
        },
      },
    ]);
  });

  test("keep a text that looks like a number where the field is a text", () => {
    const { monitors } = monitorsOfContainers([container("web", { "vedette.a.name": "42" })]);
    expect(monitors[0]?.fields).toEqual({ type: "url", name: "42" });
  });

  test("with an unknown field or an invalid value are faults that name the label", () => {
    const { monitors, faults } = monitorsOfContainers([
      container("web", {
        "vedette.a.intervall": "30",
        "vedette.a.port": "many",
        "vedette.a.url": "http://a.example/",
      }),
    ]);
    expect(faults).toEqual([
      {
        origin: "container web",
        message:
          "label vedette.a.intervall: 'intervall' is not a field of monitors; did you mean 'interval'?",
      },
      {
        origin: "container web",
        message: expect.stringContaining("label vedette.a.port: 'port' has an invalid value"),
      },
    ]);
    expect(monitors[0]?.fields).toEqual({ type: "url", url: "http://a.example/" });
  });

  test("of two containers of a service make one monitor; a different one with the key is a fault", () => {
    const same = { "vedette.api.url": "http://api.example/" };
    const found = monitorsOfContainers([
      container("api-1", same),
      container("api-2", same),
      container("zed", { "vedette.api.url": "http://other.example/" }),
    ]);
    expect(found.monitors.map(({ origin }) => origin)).toEqual(["container api-1"]);
    expect(found.faults).toEqual([
      {
        origin: "container zed",
        message: "'api' is defined differently by container api-1; use another key",
      },
    ]);
  });

  test("cannot set what objects inherit", () => {
    const { monitors, faults } = monitorsOfContainers([
      container("web", {
        "vedette.a.__proto__": "{}",
        "vedette.a.__proto__.polluted": "yes",
        "vedette.constructor.url": "http://a.example/",
      }),
    ]);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(faults.length).toBeGreaterThan(0);
    expect(monitors.map(({ key }) => key)).toContain("constructor");
  });
});
