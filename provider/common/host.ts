import { domainToASCII } from "node:url";

/** The longest name of a host in DNS. */
const longest = 253;

/** The form of a host name in DNS: `xn--caf-dma.com` for any form of `café.com`; the text itself if it is no host name. */
export function toAscii(host: string): string {
  return host.length <= longest && /[^\x20-\x7e]/u.test(host) ? domainToASCII(host) || host : host;
}
