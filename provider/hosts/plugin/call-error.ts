import { Metadata, status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";

/** A failed call, as gRPC reports it: the engine shows the details. */
export class CallError extends Error {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;

  constructor(code: status, details: string, metadata = new Metadata()) {
    super(details);
    this.code = code;
    this.details = details;
    this.metadata = metadata;
  }
}

export function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  // After other codes, the engine takes the state of a resource for unknown. Here it is known.
  return new CallError(status.FAILED_PRECONDITION, error instanceof Error ? error.message : String(error));
}

/** A change that was made only in part: the engine keeps the state and runs update the next time. */
export function partialChange(message: string, id: string, properties: Struct): CallError {
  const detail = new ErrorResourceInitFailed();
  detail.setId(id);
  detail.setProperties(properties);
  detail.setReasonsList([message]);
  const packed = new Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const failed = new Status();
  failed.setCode(status.UNKNOWN);
  failed.setMessage(message);
  failed.addDetails(packed);
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(failed.serializeBinary()));
  return new CallError(status.UNKNOWN, message, metadata);
}
