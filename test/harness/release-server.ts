import { execFileSync } from "node:child_process";
import { mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { version } from "../../provider/common/version";
import { root } from "../../tools/paths.mjs";
import { listen } from "../api/server";
import { temporaryFolder } from "./shared-files";

/** The certificate of the server, which signs itself. */
const certificate = join(root, "test", "acceptance", "api.example.com.pem");

const lockSchema = z.object({ packages: z.record(z.string(), z.unknown()) });
const manifestSchema = z.looseObject({ version: z.string() });

function readJson<Value>(path: string, schema: z.ZodType<Value>): Value {
  return schema.parse(JSON.parse(readFileSync(join(root, path), "utf8")));
}

/** The files of a release, packed as its workflow does, from what is built. */
function packRelease(): ReadonlyMap<string, Buffer> {
  using temporary = mkdtempDisposableSync(join(tmpdir(), "release-"));
  const { path } = temporary;
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}` };
  const pack = ["pack", "--silent", "--ignore-scripts", "--workspace", "provider", "--pack-destination", path];
  execFileSync("npm", pack, { cwd: root, env });
  execFileSync(process.execPath, [join(root, "tools", "pack-release.mjs"), path]);
  return new Map(readdirSync(path).map((name) => [name, readFileSync(join(path, name))]));
}

/** What a registry has about a package: the versions that this clone has installed. */
function describePackage(name: string, url: string): string {
  const places = Object.keys(readJson("package-lock.json", lockSchema).packages).filter((place) =>
    place.endsWith(`node_modules/${name}`),
  );
  const versions = places.map((place) => {
    const manifest = readJson(join(place, "package.json"), manifestSchema);
    return [manifest.version, { ...manifest, dist: { tarball: `${url}/packages/${place}` } }] as const;
  });
  return JSON.stringify({ name, "dist-tags": { latest: versions[0]?.[0] }, versions: Object.fromEntries(versions) });
}

/** The tarball of a package that is installed in this clone. */
function packPackage(place: string): Buffer {
  const folder = join(root, place);
  const pack = ["-cf", "-", "--exclude", "node_modules", "-C", dirname(folder), basename(folder)];
  return execFileSync("tar", pack, { maxBuffer: 256 * 2 ** 20 });
}

/**
 * Serves the files of a release of this clone, as the API of GitHub does, and the packages that the clone has
 * installed, so that npm needs no network. It ends with the test. `tarball` is the file of the package.
 */
export async function serveRelease() {
  const files = packRelease();
  const name = `pulumi-app-list-${version}.tgz`;
  const tarball = join(temporaryFolder(), name);
  writeFileSync(tarball, files.get(name) ?? "");
  let url = "";
  const pem = readFileSync(certificate);
  // HTTP/2, as that of the forges: with HTTP/1, Pulumi 3.259 leaves the last bytes of an archive out of its checksum.
  const server = createSecureServer({ key: pem, cert: pem, allowHTTP1: true }, (request, response) => {
    const path = decodeURIComponent(request.url).slice(1);
    const [isPackage, place = ""] = /^packages\/(.*)$/u.exec(path) ?? [];
    const assets = Array.from(files.keys(), (name) => ({ name, url: `${url}/${name}` }));
    const found = path.startsWith("repos/ad-ops/pulumi-app-list/releases/tags/")
      ? Buffer.from(JSON.stringify({ assets }))
      : (files.get(basename(path)) ?? (isPackage ? packPackage(place) : Buffer.from(describePackage(path, url))));
    // A registry may have no audits.
    if (path.startsWith("-/")) response.statusCode = 404;
    response.setHeader("content-length", found.length);
    response.end(found);
  });
  url = `https://127.0.0.1:${await listen(server)}`;
  /** The variables with which npm uses the server as its registry, and with which npm and Pulumi trust it. */
  const environment: Readonly<Record<string, string>> = {
    npm_config_registry: url,
    npm_config_loglevel: "error",
    NODE_EXTRA_CA_CERTS: certificate,
    // `npm test` passes its own setting to the tests, which has precedence over the variable of Node.
    npm_config_cafile: certificate,
    SSL_CERT_FILE: certificate,
  };
  return { url, environment, files, tarball };
}
