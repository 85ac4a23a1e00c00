import { isMonotributista } from "../registry.js";
import { tables } from "../tables.js";
import { type Rule, when } from "./finding.js";
import { valuesOf } from "./optional-rules.js";

const seller = ["91", "92", "93"];
/** Foreign identity cards and passports: their holder's nationality is told. */
const foreignDocuments = [30, 91, 94];

const isCountry = (value: string) => tables.TiposPaises.some(({ Id }) => Id === value);
const isText = (value: string, most: number) => value.trim() !== "" && value.length <= most;

/** Type 49, goods bought from a final consumer (RG 3411), which the product does not issue. Source: issuer/authority/README.md, section 17.2. */
export const usedGoodsRules: Rule = ({ voucher, type, cuit }) => {
  const { Opcionales, DocTipo, Concepto, Iva } = voucher;
  const ids = (Opcionales ?? []).map(({ Id }) => Id);
  const countries = valuesOf(voucher, "92");
  const isUsed = type === 49;
  const isForeigner = foreignDocuments.includes(DocTipo);
  return [
    ...when(
      isUsed && isMonotributista(cuit) && Iva !== undefined,
      10075,
      "Un monotributista no debe informar IVA en Bienes Usados.",
    ),
    ...when(isUsed && ids.length === 0, 10076, "Para Bienes Usados es obligatorio informar Opcionales."),
    ...when(
      !valuesOf(voucher, "91").every((value) => isText(value, 100)),
      10077,
      "El opcional 91 debe tener de 1 a 100 caracteres.",
    ),
    ...when(isUsed && !ids.includes("91"), 10078, "Para Bienes Usados es obligatorio el opcional 91."),
    ...when(!countries.every((value) => /^\d{3}$/.test(value)), 10079, "El opcional 92 debe tener 3 digitos."),
    ...when(
      !countries.every((value) => !/^\d{3}$/.test(value) || isCountry(value)),
      10080,
      "El opcional 92 debe ser un pais de FEParamGetTiposPaises.",
    ),
    ...when(
      isUsed ? ids.some((id) => !seller.includes(id)) : ids.some((id) => seller.includes(id)),
      10081,
      "Los opcionales 91, 92 y 93 son los de Bienes Usados.",
    ),
    ...when(
      isUsed && isForeigner !== countries.length > 0,
      10082,
      "El opcional 92 se informa con DocTipo 30, 91 o 94, y con ningun otro.",
    ),
    ...when(
      !valuesOf(voucher, "93").every((value) => isText(value, 250)),
      10083,
      "El opcional 93 debe tener de 1 a 250 caracteres.",
    ),
    ...when(isUsed && !ids.includes("93"), 10084, "Para Bienes Usados es obligatorio el opcional 93."),
    ...when(isUsed && Concepto !== 1, 10085, "Para Bienes Usados el concepto es 1 - Productos."),
  ];
};
