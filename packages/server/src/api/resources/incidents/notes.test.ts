import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { type IncidentMaker, incidentMaker } from "../../../../test/incidents.ts";
import { formWith } from "../../../../test/pages/form-with.ts";
import { sql } from "../../../platform/storage/sql.ts";

