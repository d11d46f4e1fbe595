terraform {
  required_providers {
    restapi = {
      source  = "Mastercard/restapi"
      version = "1.20.0"
    }
  }
}

variable "base_url" {
  type = string
}

variable "token" {
  type      = string
  sensitive = true
}

provider "restapi" {
  uri                  = var.base_url
  write_returns_object = true
  headers = {
    Authorization = "Bearer ${var.token}"
    Content-Type  = "application/json"
  }
}

locals {
  entries = toset(split("\n", trimspace(file("${path.module}/entries.txt"))))
}

# The API must have an endpoint that reads a list. An update adds all entries again and removes none: the provider sends
# one request per change, with everything that is declared.
resource "restapi_object" "list" {
  object_id      = "1"
  path           = "/v1/app_list"
  read_path      = "/v1/app_list/{id}"
  create_method  = "PATCH"
  create_path    = "/v1/app_list/1/add"
  update_method  = "PATCH"
  update_path    = "/v1/app_list/{id}/add"
  destroy_method = "PATCH"
  destroy_path   = "/v1/app_list/{id}/remove"
  data           = jsonencode({ app_bundles = join(",", local.entries) })
  destroy_data   = jsonencode({ app_bundles = join(",", local.entries) })
}
