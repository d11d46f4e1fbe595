/** How many times as many samples as in `npm test` the tests take that draw some: 10 in `.ci/run`. */
export const samples = Number(process.env["SAMPLES"] ?? 1);
