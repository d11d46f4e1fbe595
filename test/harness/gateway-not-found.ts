import type { FaultAnswer } from "../../provider/simulator/index";

/** The 404 of a gateway in front of the API, as a web page and as JSON: it proves nothing about a list. */
export const gatewayNotFound = {
  html: {
    kind: "status",
    status: 404,
    headers: { "content-type": "text/html" },
    body: "<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>",
  },
  json: { kind: "status", status: 404, body: '{"message":"no Route matched with those values"}' },
} as const satisfies Readonly<Record<string, FaultAnswer>>;
