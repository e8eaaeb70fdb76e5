// The one function of workerd's own module that the worker uses; the rest of its types would shadow the standard ones.
declare module "cloudflare:workers" {
  /** Keeps the runtime from ending a request's work with its answer. Of the request that is being handled now. */
  export function waitUntil(work: Promise<unknown>): void;
}
