import { expect, test } from "vitest";
import { GERMAN_SERVER_TEXTS } from "./german-server-texts.ts";
import { createServerTexts } from "./server-texts.ts";

const translate = createServerTexts(GERMAN_SERVER_TEXTS);

test.each([
  ["must be an email address", "muss eine E-Mail-Adresse sein"],
  ["must be at least 5 s for type 'url'", "muss für den Typ 'url' mindestens 5 s sein"],
  ["must be at most 200 characters long", "darf höchstens 200 Zeichen lang sein"],
  ["192.0.2.1:443 refused the connection", "192.0.2.1:443 hat die Verbindung abgelehnt"],
  ["expected a status from 200-299, got 503", "der Status sollte 200-299 sein, ist aber 503"],
  ["This monitor does not exist or was deleted.", "Dies gibt es nicht, oder es wurde gelöscht (monitor)."],
])("%s", (english, german) => {
  expect(translate(english)).toBe(german);
});

test("a value is translated too", () => {
  expect(translate('expected header content-type to contain "json", got nothing')).toBe(
    'Header content-type: sollte "json" enthalten, ist aber nicht vorhanden',
  );
  expect(translate("timed out: no response headers came within 10 s")).toBe(
    "Zeit überschritten: innerhalb von 10 s kamen keine Header der Antwort",
  );
});

test("the template with the most text of its own counts", () => {
  expect(translate("expected status code not to be one of 500, 503, got 503")).toBe(
    "Statuscode: sollte keiner der Werte 500, 503 sein, ist aber 503",
  );
});

test("a text without a template stays as it is, and so does what looks like a placeholder in a value", () => {
  expect(translate("the robot is on fire")).toBe("the robot is on fire");
  expect(translate("must be a reference to a secret variable, such as {{CLIENT_KEY}}")).toBe(
    "muss auf eine geheime Variable verweisen, zum Beispiel {{CLIENT_KEY}}",
  );
  expect(translate("no value for {name}, $& and (")).toBe("kein Wert für {name}, $& and (");
});

test("a translation has the values of its text", () => {
  const names = (text: string) => [...text.matchAll(/(?<!\{)\{([a-z]+)\}/g)].map(([, name]) => name).sort();
  const without = Object.entries(GERMAN_SERVER_TEXTS).filter(([english, german]) => {
    const known = new Set(names(english));
    return names(german).some((name) => !known.has(name));
  });
  expect(without).toEqual([]);
});
