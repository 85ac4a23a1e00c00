import type { Environment } from "./environment.js";
import type { Finding } from "./rules/finding.js";
import type { World } from "./world.js";
import type { XmlElement } from "./xml-element.js";

export type OperationContext = { world: World; environment: Environment; cuit: string };

export type OperationResult = { content?: string; errors?: Finding[] };

type OpenedOperation = {
  pos?: number;
  type?: number;
  numbers?: number[];
  /** Takes the place of the operation's. */
  refusedContent?: string;
  run: (context: OperationContext) => OperationResult;
};

export type Operation = {
  /** The operation needs no ticket: only FEDummy. */
  isPublic?: true;
  /** The content beside Errors when the call is refused: .NET answers the integers as 0. */
  refusedContent?: string;
  /** @throws RequestFormatError */
  open: (element: XmlElement) => OpenedOperation;
};

export const notFound: Finding = {
  code: 602,
  msg: "No existen datos en nuestros registros para los parametros ingresados.",
};
