/**
 * The code of a failure: a gateway sent 100 Continue unasked. Not in http.ts, because that loads undici, and programs and
 * previews that send nothing read the meanings of answers.
 */
export const unaskedContinue = "UNASKED_CONTINUE";
