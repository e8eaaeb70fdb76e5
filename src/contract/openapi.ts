// Being written.
export function buildOpenApi(): object { return {}; }
