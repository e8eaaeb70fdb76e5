// A branded string can only be made by the parser of its kind, so a checked identifier cannot be confused
// with the raw text it came from.
declare const kind: unique symbol;

export type Brand<Kind extends string> = string & { readonly [kind]: Kind };
