// The OpenAPI document: generated, sound, complete, and true to what http/ sends.
import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { API_PREFIX, ENDPOINTS, LICENCE_URL } from "../../src/contract/endpoints.ts";
import { EXAMPLES } from "../../src/contract/examples.ts";
import { buildOpenApi } from "../../src/contract/openapi.ts";
import type { Example, Parameter, Response, Schema } from "../../src/contract/openapi-types.ts";
import { PROBLEMS } from "../../src/contract/problems.ts";
import { resourceOf } from "../../src/contract/resources.ts";
import { committedDocument, complaints, DOCUMENT_URL, toJsonSchema } from "./openapi-validator.ts";

const { components, info, paths } = committedDocument;
const source = readFileSync(DOCUMENT_URL, "utf8");
/** A keyword of JSON Schema that OpenAPI 3.0 does not know. */
const damaged = source.replace('"minLength": 1', '"$id": "x"');
const operations = Object.values(paths).map(({ get }) => get);

describe("the committed openapi.json", () => {
  it("is what the contract generates, byte for byte", () => {
    expect(source).toBe(`${JSON.stringify(buildOpenApi(), null, 2)}\n`);
  });

  it("says what the service description fixes", () => {
    expect(committedDocument.openapi).toBe("3.0.3");
    expect(info.version).toBe("1.0.0");
    expect(info.title).toMatch(/read-only fleet API/);
    expect(info.license).toEqual({ name: expect.stringContaining("ODbL"), url: LICENCE_URL });
    expect(committedDocument.servers.map(({ url }) => url)).toEqual(["/api/v1"]);
    expect(Object.keys(paths)).toEqual([
      "/airlines/{slug}",
      "/aircraft/{slug}",
      "/airframes/{tail}",
      "/airports/{icao}",
      "/lessors/{slug}",
    ]);
  });

  it("is accepted by @seriousme/openapi-schema-validator, which refuses a damaged copy", async () => {
    const result = await new Validator().validate(source);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect((await new Validator().validate(damaged)).valid).toBe(false);
  });

  it("passes the recommended rules of @redocly/openapi-core, which refuse a damaged copy", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const lint = (text: string) => lintFromString({ source: text, absoluteRef: "openapi.json", config });
    expect((await lint(source)).map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    expect((await lint(damaged)).filter(({ severity }) => severity === "error")).not.toEqual([]);
  });
});

describe("schemas", () => {
  it("describe every field, nested ones included", () => {
    const missing = [...fields()].filter(({ schema }) => !(schema.description ?? "").endsWith("."));
    expect(missing.map(({ path }) => path)).toEqual([]);
  });

  it("require every field and let clients bear new ones", () => {
    for (const { path, schema } of objects()) {
      expect(schema.required, path).toEqual(Object.keys(schema.properties ?? {}));
      expect(schema.additionalProperties, path).toBeUndefined();
    }
  });

  it("express null so that a validator accepts it exactly where the field may be null", () => {
    for (const { path, schema } of fields()) {
      if (schema.$ref !== undefined) continue;
      expect(complaints(schema, null).length === 0, path).toBe(schema.nullable === true);
    }
  });

  it("say in the description of a nullable field when it is null", () => {
    const silent = [...fields()].filter(
      ({ schema }) => schema.nullable === true && !/\bnull\b/.test(schema.description ?? ""),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it("carry examples that fit", () => {
    for (const { path, schema } of fields()) {
      if (schema.example !== undefined) expect(complaints(schema, schema.example), path).toEqual([]);
    }
  });

  it("compile strictly and refuse a field the document does not name", () => {
    for (const [name, schema] of Object.entries(components.schemas)) {
      expect(toJsonSchema(schema).additionalProperties, name).toBe(false);
    }
    const [example] = EXAMPLES.airlines;
    const schema = components.schemas.Airline ?? {};
    expect(complaints(schema, example?.data)).toEqual([]);
    expect(complaints(schema, { ...example?.data, callsign: "DELTA" })).toHaveLength(1);
    expect(complaints(schema, { ...example?.data, iata: "dl" })).toHaveLength(1);
    expect(complaints(schema, { ...example?.data, avg_age: undefined })).toHaveLength(1);
  });
});

describe("operations", () => {
  it("each describe every status", () => {
    const statuses = ["200", "304", "400", "404", "405", "408", "414", "417", "431", "500", "503"];
    for (const { operationId, responses } of operations) {
      expect(Object.keys(responses).sort(), operationId).toEqual(statuses);
    }
  });

  it("name the 404 of their own resource", () => {
    const references = operations.map(({ responses }) => responses[404]);
    expect(references).toEqual(
      ["Airline", "AircraftType", "Airframe", "Airport", "Lessor"].map((name) => ({
        $ref: `#/components/responses/${name}NotFound`,
      })),
    );
  });

  it("take one path parameter, with its forms as examples", () => {
    ENDPOINTS.forEach(({ forms, parameter }, at) => {
      const [own] = (operations[at]?.parameters ?? []) as Parameter[];
      expect(own).toMatchObject({ name: parameter, in: "path", required: true });
      expect(Object.values(own?.examples ?? {}).map(({ value }) => value)).toEqual(
        forms.map(({ example }) => example),
      );
      for (const { form } of forms) expect(own?.description).toContain(form);
    });
  });

  it("carry only examples that their schema accepts", () => {
    const responses = [
      ...operations.map((operation) => operation.responses[200] as Response),
      ...Object.values(components.responses),
    ];
    let checked = 0;
    for (const { content = {} } of responses) {
      for (const { schema, examples } of Object.values(content)) {
        for (const [name, { value }] of Object.entries<Example>(examples)) {
          expect(complaints(schema, value), name).toEqual([]);
          checked += 1;
        }
      }
    }
    // One or two per endpoint, one per problem that an operation can answer with.
    expect(checked).toBe(7 + PROBLEMS.length - 1);
  });

  it("show record examples that the build's own strict parse accepts", () => {
    for (const { collection } of ENDPOINTS) {
      const { record, envelope, wrap } = resourceOf(collection);
      for (const { name, data } of EXAMPLES[collection]) {
        expect(record.safeParse(data).error, name).toBeUndefined();
        expect(envelope.safeParse(wrap(data)).error, name).toBeUndefined();
      }
    }
  });

  it("give the aircraft type an envelope of its own", () => {
    const envelope = (name: string) => Object.keys(components.schemas[`${name}Response`]?.properties ?? {});
    expect(envelope("AircraftType")).toEqual(["status", "data"]);
    for (const name of ["Airline", "Airframe", "Airport", "Lessor"])
      expect(envelope(name)).toEqual(["success", "data"]);
    expect(API_PREFIX).toBe(committedDocument.servers[0]?.url);
  });
});

interface Located {
  readonly path: string;
  readonly schema: Schema;
}

/** Every property of every schema; a reference stands for what it leads to. */
function* fields(): Generator<Located> {
  for (const { path, schema } of objects()) {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const target =
        field.$ref === undefined ? field : components.schemas[field.$ref.split("/").at(-1) ?? ""];
      yield { path: `${path}.${name}`, schema: { ...target, ...field } };
    }
  }
}

function* objects(): Generator<Located> {
  for (const [name, schema] of Object.entries(components.schemas)) yield* objectsIn(name, schema);
}

function* objectsIn(path: string, schema: Schema): Generator<Located> {
  if (schema.items !== undefined) yield* objectsIn(`${path}[]`, schema.items);
  if (schema.properties === undefined) return;
  yield { path, schema };
  for (const [name, field] of Object.entries(schema.properties)) yield* objectsIn(`${path}.${name}`, field);
}
